import { useSyncExternalStore } from 'react'
import { createSignal } from '../../../store/signal.js'
import type { SessionsSearch } from '../search.js'
import { type SavedView, viewsIn } from './stored.js'

const KEY = 'switchyard.views'

const read = (): readonly SavedView[] => {
  try {
    return viewsIn(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

const views = createSignal<readonly SavedView[]>(read())

// Another tab saved a view: this one offers it too.
addEventListener('storage', (event) => {
  if (event.key === KEY) views.set(read())
})

function keep(next: readonly SavedView[]): void {
  views.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage the views last as long as the page.
  }
}

/** Saves filters under a name, in place of those that had it before. */
export const saveView = (name: string, search: SessionsSearch): void =>
  keep([...views.get().filter((view) => view.name !== name), { name, search }])

/** Renames a view. It replaces a view that has the new name. */
export const renameView = (from: string, to: string): void =>
  keep(
    views
      .get()
      .filter((view) => view.name === from || view.name !== to)
      .map((view) => (view.name === from ? { ...view, name: to } : view)),
  )

export const deleteView = (name: string): void => keep(views.get().filter((view) => view.name !== name))

export const useViews = (): readonly SavedView[] => useSyncExternalStore(views.subscribe, views.get)
