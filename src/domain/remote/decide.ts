import { accept, refuse } from '../decision.js'
import { isRejection, reject } from '../rejection.js'
import { type RemoteInput, type RemoteSource, readRemoteSettings } from './source.js'

/** The source of a command; undefined if it does not exist. */
type KnownSource = RemoteSource | undefined

const noSource = () => refuse(reject('NOT_FOUND', 'source not found'))

const add = (_none: KnownSource, { id, input }: { readonly id: string; readonly input: RemoteInput }) =>
  set(id, readRemoteSettings(input, null))

/** Changes the members in the input; a null member is reset to its default. */
const update = (source: KnownSource, input: RemoteInput) =>
  source === undefined ? noSource() : set(source.id, readRemoteSettings(input, source))

/** `kept`: its sessions stay readable. */
const remove = (source: KnownSource, { kept }: { readonly kept: boolean }) =>
  source === undefined ? noSource() : accept({ type: 'source-removed', data: { source: source.id, kept } })

const set = (source: string, settings: ReturnType<typeof readRemoteSettings>) =>
  isRejection(settings) ? refuse(settings) : accept({ type: 'source-set', data: { source, ...settings } })

export const decideRemoteSource = { add, update, remove }
