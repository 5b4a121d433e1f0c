/** A name with the first place that matches the text marked. */
export function Marked({ name, text }: { name: string; text: string }) {
  const begin = text === '' ? -1 : name.toLowerCase().indexOf(text.toLowerCase())
  if (begin < 0) return name
  const end = begin + text.length
  return (
    <>
      {name.slice(0, begin)}
      <mark>{name.slice(begin, end)}</mark>
      {name.slice(end)}
    </>
  )
}
