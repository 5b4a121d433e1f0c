import { GPT, OPUS, SONNET } from '../../models.js'
import { notes } from '../../projects/notes.js'
import { ask, compact, edit, failing, type PastStory, patch, plan, read, run, say, turn, write } from '../../story.js'

/** Earlier sessions in the note-taking app. */
export const pastNotes: readonly PastStory[] = [
  {
    hoursAgo: 191,
    provider: 'codex',
    model: GPT,
    project: notes,
    branch: 'main',
    title: 'Make imports resumable',
    turns: [
      turn(
        'An interrupted import starts over from zero. Resume it where it stopped.',
        [
          read(6),
          patch(
            'internal/importer/importer.go',
            ['\treturn i.importDir(ctx, dir)'],
            ['\treturn i.importDir(ctx, dir, i.checkpoint.Load(path))'],
          ),
          run('go test ./internal/importer/...', 'ok  \tnotes/internal/importer\t0.41s'),
          run('gofmt -l .', ''),
        ],
        'The importer saves a checkpoint after every batch and resumes from it. A checkpoint that does not match the file is ignored.',
      ),
    ],
  },
  {
    hoursAgo: 97,
    provider: 'claude',
    model: SONNET,
    project: notes,
    branch: 'sync-conflict',
    title: 'Sync conflict: keep both edits',
    turns: [
      turn(
        'When two devices edit the same note offline, one edit is lost. Keep both.',
        [
          read(7),
          ask(
            {
              header: 'Conflicts',
              question: 'How should conflicting edits be resolved?',
              options: [
                ['Merge by line', 'One note. Only edits of the same line conflict.'],
                ['Keep two notes', 'The user merges them by hand.'],
              ],
            },
            240,
          ),
          edit('internal/sync/sync.go', '\treturn newest(a, b)', '\treturn mergeLines(base, a, b)'),
          failing(
            'go test ./internal/sync',
            '--- FAIL: TestBothDeleted (0.00s)\n    sync_test.go:88: want deleted, got ""\nFAIL',
          ),
          edit('internal/sync/sync.go', '\tif a == b {', '\tif a == b || a.Deleted && b.Deleted {'),
          run('go test ./internal/sync', 'ok  \tnotes/internal/sync\t0.22s'),
        ],
        'Edits of different lines are both kept. If both devices edit the same line, the newer edit wins and the older one is added below it as a comment.',
      ),
    ],
  },
  {
    hoursAgo: 47,
    provider: 'claude',
    model: OPUS,
    project: notes,
    branch: 'store-migration',
    title: 'Migrate the note store to SQLite',
    turns: [
      turn(
        'Replace the JSON files of the note store with SQLite. Migrate existing notes on first start.',
        [
          plan(0, ['Design the schema', 'Implement the store', 'Migrate existing files', 'Benchmark']),
          read(14),
          say('The sync code depends on the order of revisions, so revision becomes an indexed column.'),
          write(
            'internal/store/schema.sql',
            'CREATE TABLE notes (\n  id TEXT PRIMARY KEY,\n  body TEXT NOT NULL,\n  deleted INTEGER NOT NULL DEFAULT 0,\n  revision INTEGER NOT NULL\n) STRICT;\nCREATE INDEX notes_revision ON notes (revision);\n',
          ),
          plan(1, ['Design the schema', 'Implement the store', 'Migrate existing files', 'Benchmark']),
          read(16),
          failing(
            'go test ./internal/store',
            '--- FAIL: TestConcurrentWrites (0.31s)\n    store_test.go:57: database is locked\nFAIL',
          ),
          edit(
            'internal/store/store.go',
            'sql.Open("sqlite", path)',
            'sql.Open("sqlite", path+"?_busy_timeout=5000&_txlock=immediate")',
          ),
          run('go test ./internal/store', 'ok  \tnotes/internal/store\t0.62s'),
          compact,
          plan(2, ['Design the schema', 'Implement the store', 'Migrate existing files', 'Benchmark']),
          read(12),
          run('go run ./cmd/notes migrate testdata/10k', 'migrated 10000 notes in 1.3s'),
          run(
            'go test -bench=Changed -run=^$ ./internal/store',
            'BenchmarkChanged/json-8     31 ms/op\nBenchmarkChanged/sqlite-8  0.4 ms/op',
          ),
          plan(4, ['Design the schema', 'Implement the store', 'Migrate existing files', 'Benchmark']),
        ],
        'Notes are stored in SQLite. Existing files are migrated on first start (10,000 notes in 1.3 s) and kept as a backup. Listing changes takes 0.4 ms instead of 31 ms.',
      ),
    ],
  },
  {
    hoursAgo: 7,
    provider: 'claude',
    model: SONNET,
    project: notes,
    branch: 'release-2.4',
    title: 'Release notes for 2.4',
    turns: [
      turn(
        'Write the release notes for 2.4 from the commits since 2.3.',
        [
          run(
            'git log v2.3..HEAD --oneline',
            '9c2e1aa sync: merge conflicting notes by line\n3b11f07 importer: resume after an interruption\n77d0c1e store: use SQLite',
          ),
          write(
            'CHANGELOG.md',
            '## 2.4\n\n- Edit a note on two devices: both edits are kept.\n- Interrupted imports resume where they stopped.\n- Startup is faster with many notes.\n',
          ),
        ],
        'The notes are in `CHANGELOG.md`: three entries, in the style of the previous releases.',
      ),
    ],
  },
]
