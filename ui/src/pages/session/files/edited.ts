import type { SessionFiles } from '../../../api/types.js'

type Files = SessionFiles['files']

/** Returns the files that were changed; those whose edits all failed were not. */
export const editedFiles = (files: Files): Files => files.filter(({ edits }) => edits > 0)
