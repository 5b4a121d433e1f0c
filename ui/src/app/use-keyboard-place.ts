import { useEffect } from 'react'
import { keepPlace } from '../kit/keep-place.js'

/** Keeps the keyboard focus near a button that removes itself: Delete, Reset, Acknowledge. */
export function useKeyboardPlace(): void {
  useEffect(() => {
    const onClick = ({ target, detail }: MouseEvent): void => {
      // A click without a pointer comes from the keyboard.
      const button = detail === 0 && target instanceof Element ? target.closest('button') : null
      if (button !== null) keepPlace(button)
    }
    // Before React handles the click, which may remove the button at once.
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}
