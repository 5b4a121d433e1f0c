import { createContext, use, useState } from 'react'

/** What the reader opened and closed, by the place it stands at: rows that scroll away and back keep their state. */
export const Disclosures = createContext<Map<string, boolean>>(new Map())

/** Whether something at a place is open, and the way to change that. */
export function useDisclosure(place: string, initial: boolean): readonly [boolean, () => void] {
  const remembered = use(Disclosures)
  const [open, setOpen] = useState(remembered.get(place) ?? initial)
  return [
    open,
    () => {
      remembered.set(place, !open)
      setOpen(!open)
    },
  ]
}
