import { createContext, use, useState } from 'react'

/** What the reader opened and closed, by the place it stands at: rows that scroll away and back keep their state. */
export const Disclosures = createContext<Map<string, boolean>>(new Map())

/** The item that is looked at for words in it: all of it is open, until the reader closes a part. */
export const OpenedItem = createContext<string | undefined>(undefined)

/** Whether something at a place is open, and the way to change that. */
export function useDisclosure(place: string, initial: boolean): readonly [boolean, () => void] {
  const remembered = use(Disclosures)
  const item = use(OpenedItem)
  const [, setTurns] = useState(0)
  // How a part was written is another way to see it, not more of it.
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
