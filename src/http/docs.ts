import type { Endpoint } from './contract/endpoint.js'
import { contract } from './contract/index.js'

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --quiet: #777 }
body { font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); text-transform: capitalize }
details { border-bottom: 1px solid var(--line); padding: .45rem 0 }
summary { cursor: pointer; overflow-wrap: anywhere } code { font: 13px ui-monospace, monospace }
.method { display: inline-block; width: 4.2rem; font-weight: 600 } .quiet { color: var(--quiet) }
table { border-collapse: collapse; margin: .5rem 0; width: 100% } td { padding: .2rem .8rem .2rem 0; vertical-align: top }
`

const route = (
  key: string,
  { summary, query = {}, body, answers = {}, raw = {}, errors = [], access }: Endpoint,
): string => {
  const [method = '', path = ''] = key.split(' ')
  const rows = Object.entries(query).map(
    ([name, { description, schema }]) =>
      `<tr><td><code>${escape(name)}</code></td><td class="quiet">${escape(String(schema.type))}</td><td>${escape(description)}</td></tr>`,
  )
  const statuses = [...Object.keys(answers), ...Object.keys(raw)].join(', ')
  const facts = [
    `Answers ${statuses}`,
    ...(errors.length > 0 ? [`refuses with ${errors.join(', ')}`] : []),
    ...(body === undefined ? [] : ['takes a JSON body']),
    access.actor === 'public' || access.actor === 'hook' ? 'asks for no token' : 'asks for the token where one is set',
  ]
  return `<details><summary><span class="method">${method}</span><code>${escape(path)}</code> <span class="quiet">${escape(summary)}</span></summary>
    <p>${escape(facts.join('; '))}. Schemas: <a href="/api/openapi.json">openapi.json</a>.</p>
    ${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}</details>`
}

/** The documentation page: one file, no script, no other host. */
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
