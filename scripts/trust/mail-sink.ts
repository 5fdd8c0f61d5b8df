// A mail server that takes everything and remembers each Message-ID, so that an email that came twice is noticed.
import { SMTPServer } from 'smtp-server'

export class MailSink {
  readonly received: string[] = []
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
        stream.on('end', () => {
          this.received.push(/^Message-ID: (.+)$/im.exec(text)?.[1] ?? '')
          done()
        })
      },
    })
    // A sender that is killed in the middle is no matter of ours.
    this.#server.on('error', () => undefined)
  }

  static async open(port: number): Promise<MailSink> {
    const sink = new MailSink()
    await new Promise<void>((resolve) => sink.#server.listen(port, '127.0.0.1', resolve))
    return sink
  }

  get doubled() {
    return this.received.length - new Set(this.received).size
  }

  close = () => new Promise<void>((resolve) => this.#server.close(() => resolve()))
}
