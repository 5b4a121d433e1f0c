import { ChevronRight } from 'lucide-react'
import { useDisclosure } from './disclosure.js'

/** What the agent thought: folded, since it is long and was not said; or that it thought, where nobody kept the words. */
export function Thinking({ text, place }: { text: string | undefined; place: string }) {
  const [open, toggle] = useDisclosure(place, false)
  if (text === undefined) {
    return (
      <p className="think" title="The provider sealed this thought, or the tool did not write it down.">
        <span className="sealed">Thought, not kept</span>
      </p>
    )
  }
  return (
    <div className="think">
      <button type="button" aria-expanded={open} onClick={toggle}>
        <ChevronRight size={13} aria-hidden /> Thought
      </button>
      {open && <p>{text}</p>}
    </div>
  )
}
