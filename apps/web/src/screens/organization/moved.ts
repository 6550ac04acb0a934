/** Returns an order in which one id has another place, the nearest that there is; the same order if nothing changes. */
export function moved(order: readonly number[], id: number, to: number): readonly number[] {
  const place = Math.min(Math.max(to, 0), order.length - 1)
  if (order.indexOf(id) === place || !order.includes(id)) return order
  const others = order.filter((other) => other !== id)
  return [...others.slice(0, place), id, ...others.slice(place)]
}
