import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/**
 * Takes files that are dropped on the area of a box, or anywhere on its conversation. Returns whether some are held over it.
 */
export function useDrop(
  area: RefObject<HTMLElement | null>,
  where: 'area' | 'conversation',
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const whole = where === 'conversation' ? area.current?.closest<HTMLElement>('[data-column]') : undefined
    const target: HTMLElement | null = whole ?? area.current
    if (!target) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && target.contains(event.relatedTarget))) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      // A box within the conversation has taken them.
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    target.addEventListener('dragover', onDragOver)
    target.addEventListener('dragleave', onDragLeave)
    target.addEventListener('drop', onDrop)
    return () => {
      target.removeEventListener('dragover', onDragOver)
      target.removeEventListener('dragleave', onDragLeave)
      target.removeEventListener('drop', onDrop)
    }
  }, [area, where, onFiles])
  return isOver
}
