import type { ReactNode } from 'react'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import styles from './config.module.css'

interface Row {
  readonly key: string
  readonly cells: readonly ReactNode[]
  /** Absent if the user may not change it. */
  readonly edit?: { readonly label: string; readonly open: () => void }
}

interface TableProps {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** Said when there are no rows; without it, nothing is shown then. */
  readonly none?: string
}

/** What is configured, a row for each. */
export function Table({ columns, rows, none }: TableProps) {
  const t = useWords()
  if (rows.length === 0) {
    return none === undefined ? null : (
      <div className={styles['empty']}>
        <b>{none}</b>
      </div>
    )
  }
  const isEditable = rows.some(({ edit }) => edit !== undefined)
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          {isEditable && (
            <th scope="col">
              <span className="sr-only">{t('config:edit')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest], edit }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {rest.map((cell, index) => (
              // The cells of a row are its columns.
              // oxlint-disable-next-line no-array-index-key
              <td key={index}>{cell}</td>
            ))}
            {isEditable && (
              <td>
                {edit !== undefined && (
                  <button type="button" className={buttons['button']} aria-label={edit.label} onClick={edit.open}>
                    {t('config:edit')}
                  </button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
