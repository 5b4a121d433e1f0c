import { accept } from '../decision.js'

/** What a change of files did. */
export interface FilesChange {
  readonly verb: 'mkdir' | 'newfile' | 'rename' | 'move' | 'copy' | 'upload'
  readonly count: number
  /** Bytes that were written. */
  readonly bytes: number
}

/** What was done to files is a fact, whatever the tables say. */
export const decideFiles = {
  changed: (_state: undefined, { verb, count, bytes }: FilesChange) =>
    count === 0 ? accept() : accept({ type: 'files-changed', data: { verb, count, bytes } }),
  trashed: (_state: undefined, ids: readonly string[]) =>
    ids.length === 0 ? accept() : accept({ type: 'files-trashed', data: { ids } }),
  restored: (_state: undefined, id: string) => accept({ type: 'file-restored', data: { id } }),
  purged: (_state: undefined, ids: readonly string[]) =>
    ids.length === 0 ? accept() : accept({ type: 'trash-purged', data: { ids } }),
}
