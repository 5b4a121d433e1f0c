import { permissionNamed } from '../domain/access/permission.js'
import { codesOf } from './contract/codes.js'
import type { Endpoint } from './contract/endpoint.js'
import { contract } from './contract/index.js'
import { isRawBody } from './contract/raw.js'

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const STYLE = `
:root { color-scheme: light dark; --canvas: light-dark(#fafaf9, #0d0e12); --ink: light-dark(#1a1b22, #eeeff1);
  --quiet: light-dark(#53555d, #acaeb6); --line: light-dark(#e4e3e1, #25272d); --link: light-dark(#43379f, #aaa3f5) }
body { font: 450 14px/1.5 Inter, ui-sans-serif, system-ui, sans-serif; max-width: 62rem; margin: 2.5rem auto; padding: 0 1rem;
  background: var(--canvas); color: var(--ink) }
h1 { font-size: 1.6rem; letter-spacing: -.02em } h1 .quiet { font-weight: 450 } a { color: var(--link) }
h2 { margin: 2.5rem 0 0; padding-bottom: .5rem; border-bottom: 1px solid var(--line); font-size: 1.15rem; text-transform: capitalize }
details { border-bottom: 1px solid var(--line) } details p, details table { margin: 0 0 .8rem 1.4rem }
summary { cursor: pointer; overflow-wrap: anywhere; display: grid; align-items: baseline; gap: 0 .6rem; padding: .5rem 0;
  grid-template-columns: .8rem 3.9rem minmax(0, 2fr) minmax(0, 3fr) }
summary::before { content: "›"; color: var(--quiet); line-height: 1 } details[open] summary::before { rotate: 90deg }
summary:hover { background: var(--line) } code { font: 13px ui-monospace, monospace }
.method { font-weight: 600; font-size: 12px } .quiet { color: var(--quiet) }
table { border-collapse: collapse } td { padding: .2rem 1.2rem .2rem 0; vertical-align: baseline }
@media (max-width: 640px) { summary { grid-template-columns: .8rem 3.9rem minmax(0, 1fr); padding: .7rem 0 } summary .quiet { grid-column: 2 / -1 }
  details p, details table { margin-left: 0 } }
`

const route = (key: string, endpoint: Endpoint): string => {
  const { summary, query = {}, body, answers, access } = endpoint
  const [method = '', path = ''] = key.split(' ')
  const rows = Object.entries(query).map(
    ([name, { description, schema }]) =>
      `<tr><td><code>${escape(name)}</code></td><td class="quiet">${escape(String(schema.type))}</td><td>${escape(description)}</td></tr>`,
  )
  const facts = [
    `Returns ${Object.keys(answers).join(', ')}`,
    `errors: ${codesOf(method, endpoint).join(', ')}`,
    ...(body === undefined
      ? []
      : [`accepts ${isRawBody(body) ? Object.keys(body.content).join(' or ') : 'a JSON body'}`]),
    permissionNamed(access).entry !== 'guarded' ? 'no token required' : 'token required if one is set',
  ]
  return `<details><summary><span class="method">${method}</span><code>${escape(path)}</code> <span class="quiet">${escape(summary)}</span></summary>
    <p>${escape(facts.join('; '))}. Schemas: <a href="/api/openapi.json">openapi.json</a>.</p>
    ${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}</details>`
}

/** Returns the documentation page: a single file without scripts or external resources. */
export const docsPage = (version: string): string => {
  const routes = Object.entries(contract) as [string, Endpoint][]
  const tags = [...new Set(routes.map(([, { tag }]) => tag))]
  const sections = tags.map(
    (tag) =>
      `<h2>${escape(tag)}</h2>${routes
        .filter(([, declaration]) => declaration.tag === tag)
        .map(([key, declaration]) => route(key, declaration))
        .join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Switchyard API</title><style>${STYLE}</style></head><body>
    <h1>Switchyard API <span class="quiet">${escape(version)}</span></h1>
    <p>Errors are <code>{"error": {"code", "message"}}</code>. The machine-readable description is
    <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.0.3).</p>${sections.join('')}</body></html>`
}
