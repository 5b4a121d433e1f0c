import { GPT, HAIKU } from '../../models.js'
import { website } from '../../projects/website.js'
import { edit, type PastStory, patch, read, run, turn, web } from '../../story.js'

/** Earlier sessions in the website. */
export const pastWebsite: readonly PastStory[] = [
  {
    hoursAgo: 164,
    provider: 'claude',
    model: HAIKU,
    project: website,
    branch: 'main',
    title: 'Fix broken links in the harbour post',
    turns: [
      turn(
        'Two links in the harbour post are broken. Fix them.',
        [
          web('https://example.com/harbour', 'Does this page exist?', 'Moved permanently to /places/harbour.'),
          edit('content/posts/harbour.md', 'https://example.com/harbour)', 'https://example.com/places/harbour)'),
          edit('content/posts/harbour.md', 'https://example.com/ferry)', 'https://example.com/places/ferry)'),
        ],
        'Both links now point to the new addresses.',
      ),
    ],
  },
  {
    hoursAgo: 30,
    provider: 'codex',
    model: GPT,
    project: website,
    branch: 'dark-mode',
    title: 'Add dark mode to the website',
    turns: [
      turn(
        'Add a dark theme that follows the system setting.',
        [
          read(4),
          patch(
            'assets/main.css',
            [],
            [
              '@media (prefers-color-scheme: dark) {',
              '  :root {',
              '    --text: #f2f2f3;',
              '    --page: #161618;',
              '  }',
              '}',
            ],
          ),
          run('hugo --minify', 'Pages │ 14\nTotal in 412 ms'),
        ],
        'The site follows the system theme. All text has a contrast of at least 4.5:1 in both themes.',
      ),
    ],
  },
  {
    hoursAgo: 3,
    provider: 'claude',
    model: HAIKU,
    project: website,
    branch: 'main',
    title: 'Optimize the images of the market post',
    turns: [
      turn(
        'The photos in the market post are 6 MB each. Make them web-sized.',
        [
          run('ls -lh content/posts/market/', '6.1M stalls.jpg\n5.8M fish.jpg'),
          run('mogrify -resize 1600x -quality 82 content/posts/market/*.jpg', ''),
          run('du -h content/posts/market', '612K\tcontent/posts/market'),
        ],
        'Both photos are now 1600 px wide and 612 KB in total, down from 11.9 MB.',
      ),
    ],
  },
]
