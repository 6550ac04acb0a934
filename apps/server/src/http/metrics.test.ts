import { expect, onTestFinished, test } from 'vitest'
import { Metrics } from './metrics.ts'

test('what an administrator watches is told in the form that Prometheus reads', () => {
  const metrics = new Metrics([{ name: 'tagma_event_queues', help: 'Queues.', value: () => 7 }])
  onTestFinished(() => metrics.close())
  const lines = metrics.text().split('\n')
  const values = new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const [name = '', value] = line.split(' ')
        return [name, Number(value)]
      }),
  )
  expect(lines).toContain('# TYPE tagma_event_queues gauge')
  expect(lines).toContain('# TYPE process_cpu_seconds_total counter')
  expect(values.get('tagma_event_queues')).toBe(7)
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(values.get('tagma_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect([...values.values()].every((value) => Number.isFinite(value))).toBe(true)
})
