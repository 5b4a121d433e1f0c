/** Texts that were not sent yet, by session. They survive a reload of the page, and no longer than its tab. */
const nameOf = (session: string): string => `switchyard.reply.${session}`

export const draftOf = (session: string): string => sessionStorage.getItem(nameOf(session)) ?? ''

export const keepDraft = (session: string, text: string): void => {
  if (text === '') return sessionStorage.removeItem(nameOf(session))
  try {
    sessionStorage.setItem(nameOf(session), text)
  } catch {
    // The storage is full: the text is still in the field.
  }
  return undefined
}
