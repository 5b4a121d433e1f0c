const MAX_NAME = 512
// Ids and kinds become keys of rows: no control characters, and no U+FFFD, which is in place of text that is unreadable.
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNFIT_NAME = /[\u0000-\u001f\u007f\ufffd]/

/** Whether a text can be the id of a session or the kind of an event. */
export const isFitName = (name: string): boolean =>
  name !== '' && name.length <= MAX_NAME && name.isWellFormed() && !UNFIT_NAME.test(name)
