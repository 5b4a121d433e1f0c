const CONTEXT = /^\s*# Context from my IDE setup:/
const REQUEST = /^#+ My request for Codex:[ \t]*/m

/** Returns what the user asked in a prompt of an editor's extension of Codex, which puts the open files before it. */
export function withoutIdeContext(text: string): string {
  const heading = CONTEXT.test(text) ? REQUEST.exec(text) : null
  if (heading === null) return text
  const request = text.slice(heading.index + heading[0].length).trim()
  return request === '' ? text : request
}
