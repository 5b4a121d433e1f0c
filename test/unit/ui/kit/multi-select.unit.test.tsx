import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { MultiSelect } from '../../../../ui/src/kit/multi-select.js'
import type { Option } from '../../../../ui/src/kit/option.js'

const STATES: readonly Option[] = [
  { value: 'active', label: 'Open', count: 6 },
  { value: 'completed', label: 'Done', count: 1200 },
  { value: 'error', label: 'Failed', count: 2 },
]
const MANY = Array.from({ length: 12 }, (_, n) => ({ value: `p${n}`, label: `project ${n}` }))

function Facet({ options = STATES, first = [] }: { options?: readonly Option[]; first?: readonly string[] }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <MultiSelect label="State" options={options} value={value} onChange={setValue} />
      <output>{value.join(' ')}</output>
    </>
  )
}
const chosen = (): string => screen.getByRole('status').textContent ?? ''
const open = (): void => void fireEvent.click(screen.getByRole('button', { name: /^State/ }))

describe('a facet', () => {
  afterEach(cleanup)

  it('chooses and removes several values, and stays open meanwhile', () => {
    render(<Facet />)
    open()
    fireEvent.click(screen.getByRole('option', { name: /Open/ }))
    fireEvent.click(screen.getByRole('option', { name: /Failed/ }))
    expect(chosen()).toBe('active error')
    fireEvent.click(screen.getByRole('option', { name: /Open/ }))
    expect(chosen()).toBe('error')
    expect(screen.getByRole('option', { name: /Failed/ }).getAttribute('aria-checked')).toBe('true')
  })

  it('shows one chosen value by its name, and more by their number', () => {
    const { unmount } = render(<Facet first={['error']} />)
    expect(screen.getByRole('button').textContent).toBe('State:Failed')
    unmount()
    render(<Facet first={['error', 'active']} />)
    expect(screen.getByRole('button').textContent).toBe('State:2')
  })

  it('shows how many rows each value has', () => {
    render(<Facet />)
    open()
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Open6',
      'Done1.2K',
      'Failed2',
    ])
  })

  it('keeps a chosen value that is no longer in use, so that it can be removed', () => {
    render(<Facet first={['gone']} />)
    open()
    fireEvent.click(screen.getByRole('option', { name: 'gone' }))
    expect(chosen()).toBe('')
  })

  it('filters its options if there are more than eight', () => {
    const { unmount } = render(<Facet />)
    open()
    expect(screen.queryByRole('combobox')).toBeNull()
    unmount()
    render(<Facet options={MANY} />)
    open()
    fireEvent.change(screen.getByRole('combobox', { name: 'Filter State' }), { target: { value: 'project 7' } })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['project 7'])
  })

  it('clears all values at once', () => {
    render(<Facet first={['error', 'active']} />)
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen()).toBe('')
  })
})
