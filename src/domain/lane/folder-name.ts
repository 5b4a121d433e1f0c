// oxlint-disable-next-line no-control-regex -- they would change what a list of folders shows
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
/** Bytes, the limit of file systems. */
const MAX_NAME = 255

/** Whether a text names one new folder. */
export const isFolderName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !name.includes('/') &&
  !CONTROL.test(name) &&
  name.isWellFormed() &&
  Buffer.byteLength(name) <= MAX_NAME
