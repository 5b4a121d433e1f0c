const MAX_PATH = 4096

/** Whether a value is an absolute path that the file system can be asked about. */
export const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && value.length <= MAX_PATH && !value.includes('\0')
