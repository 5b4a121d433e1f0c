const MAX_NAME = 512
// Ids and kinds become keys of rows: no control characters, no lone surrogates (they do not survive UTF-8).
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNFIT_NAME = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether a text can be the id of a session or the kind of an event. */
export const isFitName = (name: string): boolean => name !== '' && name.length <= MAX_NAME && !UNFIT_NAME.test(name)
