import { useEffect, useState } from 'preact/hooks'

const query = '(width < 40em)'

/** Whether the window is so narrow that one column fills it now. */
export const isNarrow = (): boolean => matchMedia(query).matches

/** Whether the window is so narrow that one column fills it. */
export function useNarrow(): boolean {
  const [list] = useState(() => matchMedia(query))
  const [isOne, setOne] = useState(() => list.matches)
  useEffect(() => {
    const change = () => setOne(list.matches)
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [list])
  return isOne
}
