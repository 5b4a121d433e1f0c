import { createStoredSignal } from '../../store/stored-signal.js'

/** How the lanes are laid out. */
export const VIEWS = ['list', 'board'] as const
export type View = (typeof VIEWS)[number]

/** The layout that the user chose in this browser. */
export const lanesView = createStoredSignal<View>('switchyard.lanes.view', (stored) =>
  stored === 'board' ? 'board' : 'list',
)
