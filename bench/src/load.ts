import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly authorization?: string
  /** Form-encoded, unless `headers` have another type. */
  readonly body?: string
  /** Makes a path, a body or a caller for each request, so that none asks the same again. */
  readonly vary?: () => { readonly path?: string; readonly body?: string; readonly authorization?: string }
  /** Headers beside those of the body and the credentials. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Measured {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** CPU microseconds for each request, of all processes of the server together. */
  readonly cpuMicroseconds: number
}

/** Repeats one request over this number of connections for this time. Fails if an answer is not a success. */
export async function measure(load: Load, cpuSeconds: () => number): Promise<Measured> {
  const before = cpuSeconds()
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    method: load.method ?? 'GET',
    headers: {
      ...(load.authorization === undefined ? {} : { authorization: load.authorization }),
      ...(load.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...load.headers,
    },
    ...(load.body === undefined ? {} : { body: load.body }),
    ...(load.vary && {
      requests: [
        {
          setupRequest: (request) => {
            const { authorization, ...varied } = load.vary?.() ?? {}
            const headers = authorization === undefined ? {} : { authorization }
            return { ...request, ...varied, headers: { ...request.headers, ...headers } }
          },
        },
      ],
    }),
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${load.url} failed`)
  const requests = result.requests.total
  return {
    requests,
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds: ((cpuSeconds() - before) * 1e6) / requests,
  }
}

/** Returns the median. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Joins several windows: the median of each figure, the sum of the requests. */
export function summary(measured: readonly Measured[]): Measured {
  const medianOf = (figure: (one: Measured) => number) => median(measured.map(figure))
  return {
    requests: measured.reduce((sum, one) => sum + one.requests, 0),
    perSecond: medianOf((one) => one.perSecond),
    p50: medianOf((one) => one.p50),
    p99: medianOf((one) => one.p99),
    cpuMicroseconds: medianOf((one) => one.cpuMicroseconds),
  }
}
