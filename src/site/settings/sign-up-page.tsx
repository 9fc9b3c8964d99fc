import { signUpModes } from '#contract/settings/features.ts'
import { usePageData } from '#site/page.ts'
import { TextLink } from '#site/ui/link.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { LinesField } from './lines-field.tsx'
import { signUpNames } from './labels.ts'
import { Setting, SettingForm } from './setting-form.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const hints = {
  open: 'Anyone can create an account.',
  invitation: 'Only people who were invited by an admin.',
  closed: 'Not even people with an invitation. Everyone who has an account can still sign in.',
}

export default function SignUpPage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), ['signUp.mode', 'signUp.domains'])
  const { draft, set } = form
  return (
    <SettingsFrame
      title="Sign-up"
      lead={
        <>
          Who can create an account. Send and withdraw invitations on{' '}
          <TextLink to="/admin/users/invitations">Invitations</TextLink>.
        </>
      }
    >
      <SettingForm form={form}>
        <Setting form={form} of="signUp.mode" says="Applies to passwords, sign-in links and single sign-on.">
          <RadioGroup
            legend="Who can sign up"
            options={signUpModes.map((value) => ({ value, label: signUpNames[value], hint: hints[value] }))}
            value={draft['signUp.mode']}
            onChange={(mode) => set({ 'signUp.mode': mode })}
          />
        </Setting>
        <Setting
          form={form}
          of="signUp.domains"
          says="One per line, such as example.org. Only people who confirm an address at one of these domains can sign up. Subdomains don’t count. Invited people can have any address."
        >
          <LinesField
            label="Allowed domains"
            of="signUp.domains"
            dir="ltr"
            value={draft['signUp.domains']}
            onChange={(domains) => set({ 'signUp.domains': domains })}
          />
        </Setting>
      </SettingForm>
    </SettingsFrame>
  )
}
