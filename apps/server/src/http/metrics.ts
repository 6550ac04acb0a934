import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What is measured: a gauge's name, what it means, and its value when somebody asks. */
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

/** How often the event loop is looked at, in milliseconds. */
const resolution = 10

/** How the process fares, in the text format of Prometheus: memory, CPU, event loop, and what `gauges` say. */
export class Metrics {
  readonly #gauges: readonly Gauge[]
  readonly #delay = monitorEventLoopDelay({ resolution })

  constructor(gauges: readonly Gauge[]) {
    this.#gauges = [...ofProcess, ...gauges]
    this.#delay.enable()
  }

  /** The metrics now; those of the event loop are of the time since this was last called. */
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
      // What is measured is the time from one look to the next.
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

/** Answers GET /metrics. There is no authentication: it is to listen on the loopback interface only. */
export function metricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(metrics.text())
  }).on('close', () => metrics.close())
}
