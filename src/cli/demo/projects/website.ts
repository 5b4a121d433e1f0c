import { projectOf } from '../project.js'

/** A personal website built with Hugo. */
export const website = projectOf({
  cwd: '/home/ada/website',
  commits: [
    'posts: publish "A weekend at the harbour"',
    'css: use logical properties for spacing',
    'layouts: add Open Graph tags',
    'ci: cache the Hugo binary',
    'content: fix typos in the about page',
  ],
  files: {
    'layouts/baseof.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>{{ .Title }}</title>
    {{ with resources.Get "main.css" | minify }}<link rel="stylesheet" href="{{ .RelPermalink }}">{{ end }}
  </head>
  <body>{{ block "main" . }}{{ end }}</body>
</html>`,
    'assets/main.css': `:root {
  --text: #1d1d1f;
  --page: #ffffff;
  --accent: #0a66c2;
}

body {
  color: var(--text);
  background: var(--page);
  font: 1rem/1.6 system-ui, sans-serif;
}`,
    'content/posts/harbour.md': `---
title: A weekend at the harbour
date: 2026-10-18
---

The [fish market](https://example.com/harbour) opens at six. Take the [ferry](https://example.com/ferry) back.`,
    'hugo.toml': `baseURL = "https://ada.example.com/"
title = "Ada's notes"
enableRobotsTXT = true`,
  },
})
