import { createContext, use, useState } from 'react'

/** What the reader expanded and collapsed, by place, so that rows keep their state when they scroll away and back. */
export const Disclosures = createContext<Map<string, boolean>>(new Map())

/** The item with the current search match: it is expanded until the reader collapses a part. */
export const OpenedItem = createContext<string | undefined>(undefined)

/** Returns whether a part is expanded, and a function that toggles it. */
export function useDisclosure(place: string, initial: boolean): readonly [boolean, () => void] {
  const remembered = use(Disclosures)
  const item = use(OpenedItem)
  const [, setTurns] = useState(0)
  // The raw view of a part has no additional content, so a search does not open it.
  const sought = item !== undefined && place.startsWith(`${item}.`) && !place.endsWith('.raw')
  const open = remembered.get(place) ?? (initial || sought)
  return [
    open,
    () => {
      remembered.set(place, !open)
      setTurns((turns) => turns + 1)
    },
  ]
}
