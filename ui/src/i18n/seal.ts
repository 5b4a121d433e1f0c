/** Escapes text from outside, so that no parser of sentences reads a tag, a placeholder or a reference in it. */
export const seal = (text: string): string => text.replace(/[&<>"'/{}$]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** Returns the original text. The parser itself writes a `<` that starts no tag as `&lt;`. */
export const unseal = (text: string): string =>
  text.replace(/&(?:#(\d+)|lt);/g, (_, code: string | undefined) =>
    code === undefined ? '<' : String.fromCharCode(Number(code)),
  )
