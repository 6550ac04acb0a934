import type { Filter } from '#state/list-rows.ts'
import type { ListStep } from '#state/list-step.ts'
import type { App } from '#state/use-app.ts'

/** Shows the conversations of the list that a filter leaves. That is a step of the history. */
export function chooseFilter({ store }: App, filter: Filter): void {
  const { filter: present, place } = store.get()
  if (present === filter) return
  const step: ListStep = { filter, top: 0, place }
  history.pushState(step, '', location.href)
  store.set({ filter })
}
