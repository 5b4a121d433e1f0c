import { count } from '../format/format.js'
import list from './list-box.module.css'
import type { Option } from './option.js'

/** The note and the number of rows at the end of an option. */
export function OptionEnd({ option }: { option: Option }) {
  return (
    <>
      {option.note !== undefined && <span className={list['note']}>{option.note}</span>}
      {option.count !== undefined && (
        <span className={list['note']} data-count>
          {count(option.count)}
        </span>
      )}
    </>
  )
}
