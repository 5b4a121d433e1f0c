import type { Ref } from 'react'
import { DisplayChoices } from './display-choices.js'

const KEYS: readonly (readonly [string, string])[] = [
  ['n', 'next agent that waits for you'],
  ['j k', 'move down and up'],
  ['Space Esc', 'show or hide the panel beside the list'],
  ['Enter', 'open the session'],
  ['w', 'why a session is said to be as it is'],
  ['1 … 6', 'the pages, from Now to Settings'],
  ['/', 'search the sessions or the events; find in a conversation'],
  ['Ctrl F', 'find in a conversation; Enter and Shift Enter go on and back'],
  ['Ctrl K', 'go to a page, a session, a view, or words that were said'],
  ['← ↑ ↓ →', 'walk the agents of a session as a tree'],
  ['p', 'hold Activity still, and let it go on'],
  ['+ - 0', 'zoom the timeline; the arrows move it'],
  ['Home End', 'first and newest message of a conversation'],
  ['D', 'denser or roomier rows'],
  ['?', 'this list'],
]

/** How the dashboard looks on this device, and the keys that drive it. */
export function DisplayDialog({ ref }: { ref: Ref<HTMLDialogElement> }) {
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="display-title" closedby="any">
      <h2 id="display-title">Display and keys</h2>
      <DisplayChoices />
      <dl className="keys">
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="btn">
          Close
        </button>
      </form>
    </dialog>
  )
}
