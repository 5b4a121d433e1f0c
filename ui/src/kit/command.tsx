import styles from './command.module.css'

/** Longer words may be broken, because they would not fit. */
const LONGEST_WHOLE = 40

/** A command whose options are never broken: a browser breaks a line after each dash, and `-` `-force` is another option. */
export function Command({ text }: { text: string }) {
  return text.split(/(\s+)/).map((word, place) =>
    word.startsWith('-') && word.length <= LONGEST_WHOLE ? (
      <span key={place} className={styles['whole']}>
        {word}
      </span>
    ) : (
      word
    ),
  )
}
