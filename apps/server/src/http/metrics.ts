import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A measurement: its name, its meaning, and a function for its value now. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly value: () => number
}

const ofProcess: readonly Gauge[] = [
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    value: () => process.memoryUsage.rss(),
  },
  {
    name: 'nodejs_heap_used_bytes',
    help: 'Memory that its JavaScript objects take up.',
    value: () => process.memoryUsage().heapUsed,
  },
  {
    name: 'process_cpu_seconds_total',
    help: 'CPU time that it has used.',
    value: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  },
]

/** Milliseconds between two looks at the event loop. */
const resolution = 10

/** Measurements of the process in the text format of Prometheus: memory, CPU, event loop, and `gauges`. */
export class Metrics {
  readonly #gauges: readonly Gauge[]
  readonly #delay = monitorEventLoopDelay({ resolution })

  constructor(gauges: readonly Gauge[]) {
    this.#gauges = [...ofProcess, ...gauges]
    this.#delay.enable()
  }

  /** Returns the metrics now; those of the event loop cover the time since the last call. */
  text(): string {
    const lines = this.#gauges.flatMap(({ name, help, value }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      `${name} ${value()}`,
    ])
    lines.push(
      '# HELP tagma_event_loop_delay_seconds How late the event loop was since this was last asked for.',
      '# TYPE tagma_event_loop_delay_seconds summary',
    )
    for (const percentile of [50, 99, 100]) {
      // The histogram holds the time from one look to the next.
      const late = Math.max(0, this.#delay.percentile(percentile) / 1e9 - resolution / 1000)
      lines.push(`tagma_event_loop_delay_seconds{quantile="${percentile / 100}"} ${late}`)
    }
    this.#delay.reset()
    return `${lines.join('\n')}\n`
  }

  close(): void {
    this.#delay.disable()
  }
}

/** Answers GET /metrics. It has no authentication: listen on the loopback interface only. */
export function metricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(metrics.text())
  }).on('close', () => metrics.close())
}
