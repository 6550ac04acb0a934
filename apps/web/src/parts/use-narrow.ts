import { useEffect, useState } from 'preact/hooks'

/** Whether the window is so narrow that one column fills it. */
export function useNarrow(): boolean {
  const [query] = useState(() => matchMedia('(width < 40em)'))
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const change = () => setNarrow(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [query])
  return isNarrow
}
