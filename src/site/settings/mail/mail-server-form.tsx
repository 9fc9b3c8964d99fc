import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Sent } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import { type MailSecurity, mailPorts, mailSecurities } from '#contract/mail/mail-security.ts'
import type { MailServer, MailTest } from '#contract/mail/mail-server.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { useSavedVersion } from '#site/admin/use-saved-version.ts'
import { Conflict, SetByEnvironment } from '#site/admin/values.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { NativeSelect, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { type SecretMode, SecretField, secretToSend } from '#site/ui/secret-field.tsx'
import { toast } from '#site/ui/toast.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

const securityNames: Record<MailSecurity, string> = {
  implicit: 'TLS from the start (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
  none: 'None (only inside a private network)',
}
const fields = ['host', 'port', 'security', 'user', 'password', 'fromName', 'fromAddress']

/** After a conflict with another admin, both versions are shown and the input is kept. */
export function MailServerForm({ server }: { server: MailServer }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { start, version, theirs, shown, show, showConflict, isChanged, noteChange } = useSavedVersion(server)
  const [secret, setSecret] = useState<SecretMode>('keep')
  const area = useRef<HTMLDivElement>(null)

  /** What the environment sets is sent as it is stored. */
  function bodyOf(values: Record<string, string>) {
    const { setBy } = start
    const from = setBy.from ? start : { fromName: values['fromName'] ?? '', fromAddress: values['fromAddress'] ?? '' }
    const sender = { fromName: from.fromName, fromAddress: from.fromAddress.trim() }
    const { host, port, security, user } = start
    if (setBy.server) return { host, port, security, user, ...sender }
    return {
      host: values['host'] ?? '',
      port: Number(values['port']),
      security: toSecurity(values['security']),
      user: values['user'] ?? '',
      password: secretToSend(secret, values['password']),
      ...sender,
    }
  }

  async function save(values: Record<string, string>) {
    try {
      showSaved(await api('PUT /api/admin/mail-server', { body: { ...bodyOf(values), version } }))
      await revalidate()
      await toast({ title: 'Mail server saved' })
    } catch (error) {
      if (!showConflict(error)) return toFieldProblem(error, fields)
    }
  }

  function showSaved(saved: MailServer) {
    show(saved)
    setSecret('keep')
  }

  function readForm() {
    const form = area.current?.querySelector('form')
    const entries = form ? [...new FormData(form).entries()] : []
    return bodyOf(Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : ''])))
  }

  const { setBy } = start
  const isFixed = setBy.server !== null && setBy.from !== null
  return (
    <div ref={area} className="grid grid-cols-1 gap-6">
      {isFixed ? (
        <Fixed server={start} />
      ) : (
        <Form submit="Save" onSubmit={save} onChange={noteChange} beside={<span />}>
          <LeaveDialog isChanged={isChanged} />
          {theirs && <Conflict values={describe(theirs)} onUse={() => showSaved(theirs)} />}
          {setBy.server ? (
            <SetByEnvironment variable={setBy.server} values={[['Server', start.server ?? '']]} />
          ) : (
            <ServerFields key={`server ${shown}`} server={start} secret={secret} onSecret={setSecret} />
          )}
          {setBy.from ? (
            <SetByEnvironment variable={setBy.from} values={[['Sender', start.from]]} />
          ) : (
            <SenderFields key={`sender ${shown}`} server={start} />
          )}
        </Form>
      )}
      <TestMail address={start.testAddress} bodyOf={readForm} />
    </div>
  )
}

function Fixed({ server: { setBy, server, from } }: { server: MailServer }) {
  return (
    <>
      {setBy.server && <SetByEnvironment variable={setBy.server} values={[['Server', server ?? '']]} />}
      {setBy.from && <SetByEnvironment variable={setBy.from} values={[['Sender', from]]} />}
    </>
  )
}

type ServerProps = { server: MailServer; secret: SecretMode; onSecret(mode: SecretMode): void }

function ServerFields({ server, secret, onSecret }: ServerProps) {
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const
  return (
    <>
      <TextField
        name="host"
        label="Host"
        hint="Such as smtp.example.com. Leave it blank to send no email."
        maxLength={253}
        defaultValue={server.host}
        {...plain}
      />
      <NativeSelect
        name="security"
        label="Encryption"
        required
        options={mailSecurities.map((value) => ({ value, label: securityNames[value] }))}
        defaultValue={server.security}
      />
      <TextField
        name="port"
        label="Port"
        hint={`Usually ${mailPorts.starttls}, ${mailPorts.implicit} or ${mailPorts.none}.`}
        required
        inputMode="numeric"
        maxLength={5}
        defaultValue={String(server.port)}
        {...plain}
      />
      <TextField
        name="user"
        label="User"
        hint="Leave it blank for a server that needs no sign-in."
        maxLength={320}
        defaultValue={server.user}
        {...plain}
      />
      <SecretField
        name="password"
        label="Password"
        noun="password"
        isSet={server.password.set}
        mode={secret}
        onMode={onSecret}
        hint="Some services call it API key or app password. It is stored encrypted."
      />
    </>
  )
}

function SenderFields({ server: { fromName, fromAddress, defaultFrom } }: { server: MailServer }) {
  return (
    <>
      <TextField name="fromName" label="Sender name" maxLength={100} defaultValue={fromName} dir="auto" />
      <TextField
        name="fromAddress"
        label="Sender address"
        hint={`Leave it blank for ${defaultFrom}. Your server must be allowed to send from this address.`}
        type="text"
        inputMode="email"
        maxLength={254}
        defaultValue={fromAddress}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
    </>
  )
}

type TestProps = { address: string | null; bodyOf(): Sent<'POST /api/admin/mail-server/test'>['body'] }

function TestMail({ address, bodyOf }: TestProps) {
  const api = useApi()
  const { busy, problem, run } = useAction()
  const [result, setResult] = useState<MailTest | null>(null)

  function send() {
    setResult(null)
    void run(async () => {
      try {
        setResult(await api('POST /api/admin/mail-server/test', { body: bodyOf() }))
      } catch (error) {
        throw explained(error)
      }
    })
  }

  return (
    <section aria-labelledby="test-mail" className="grid gap-3 border-t border-gray-200 pt-5">
      <h3 id="test-mail" className="font-medium">
        Test mail
      </h3>
      <p className="text-sm wrap-anywhere text-gray-600">
        {address ? (
          <>
            Sends an email to <bdi>{address}</bdi> with the values above, saved or not. It takes at most 15 seconds.
          </>
        ) : (
          'Add an email address to your account first.'
        )}
      </p>
      <div>
        <Button tone="quiet" busy={busy} disabled={address === null} onClick={send}>
          Send a test mail
        </Button>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {result && (
        <Banner tone={result.ok ? 'success' : 'danger'} title={result.says}>
          {result.answer && (
            <pre
              className="my-2 max-h-48 overflow-auto rounded-sm bg-white/60 p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
              dir="ltr"
            >
              {result.answer}
            </pre>
          )}
          <p>{result.advice}</p>
        </Banner>
      )}
    </section>
  )
}

/** The first message about a field: the test has no fields of its own. */
function explained(error: unknown) {
  const [message] = Object.values(toFieldProblem(error, fields).fields ?? {})
  return message === undefined ? error : new Refusal('invalid', { message })
}

function toSecurity(text: string | undefined): MailSecurity {
  return mailSecurities.find((one) => one === text) ?? 'starttls'
}

function describe(server: MailServer) {
  return [
    ['Host', server.host || 'None'],
    ['Encryption', securityNames[server.security]],
    ['Port', server.port],
    ['User', server.user || 'None'],
    ['Password', server.password.set ? 'Stored' : 'None'],
    ['Sender', server.from],
  ] as const
}
