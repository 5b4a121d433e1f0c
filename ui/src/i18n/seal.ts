/** Makes text from outside one that no parser of sentences takes for a tag, a placeholder or a reference. */
export const seal = (text: string): string => text.replace(/[&<>"'/{}$]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** The text that was sealed. A `<` that is no tag is written as `&lt;` by the parser itself. */
export const unseal = (text: string): string =>
  text.replace(/&(?:#(\d+)|lt);/g, (_, code: string | undefined) =>
    code === undefined ? '<' : String.fromCharCode(Number(code)),
  )
