/** An EventSource whose events a test sends. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  readyState = 1
  readonly url: URL

  constructor(address: string) {
    super()
    this.url = new URL(address, 'http://site')
    FakeEventSource.all.push(this)
  }

  static open() {
    return FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  send(name: string, data: object, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }

  refuse() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }
}
