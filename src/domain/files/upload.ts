/** Bytes of an uploaded file. */
export const MAX_UPLOAD = 500 * 1024 * 1024
