import { expect, test } from 'vitest'
import { drawnSize, noteDrawnSize } from './drawn-size.ts'

/** A list of some height, with a column of texts of some width. */
function list(height: number, width: number): HTMLElement {
  const scroller = document.createElement('div')
  const column = document.createElement('div')
  column.className = 'message-main'
  scroller.style.cssText = 'font-size: 18px; line-height: 27px'
  scroller.append(column)
  document.body.append(scroller)
  Object.defineProperty(scroller, 'clientHeight', { value: height })
  Object.defineProperty(column, 'clientWidth', { value: width })
  return scroller
}

test('sizes are those of the list that was drawn last, and a hidden or lower one takes none away', () => {
  expect(drawnSize()).toEqual({ height: Math.max(600, innerHeight), width: Infinity, letter: 16, line: 20 })
  const known = { height: innerHeight - 50, width: 500, letter: 18, line: 27 }
  noteDrawnSize(list(innerHeight - 50, 500))
  expect(drawnSize()).toEqual(known)
  noteDrawnSize(list(0, 0))
  expect(drawnSize()).toEqual(known)
  // A long draft makes the list lower for a while.
  noteDrawnSize(list(innerHeight - 400, 300))
  expect(drawnSize()).toEqual({ ...known, width: 300 })
})
