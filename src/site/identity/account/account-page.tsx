import { usePageData, useShell } from '#site/page.ts'
import type { accountData } from './account-data.ts'
import { AccountProvider } from './account-provider.tsx'
import { BerriesSection } from './berries-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LinkedSection } from './linked-section.tsx'
import { MembershipSection } from './membership-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'
import { ServiceSection } from './service-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { FirstStepsSection } from './first-steps-section.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function AccountPage() {
  const { account, methods, unwanted, membership, hasPayments, basket, owed } = usePageData<typeof accountData>()
  const { site } = useShell()
  // Switched off, members still manage theirs, and payments have receipts.
  const hasMembership =
    membership.state !== 'none' || membership.member || hasPayments || !site.switchedOff.includes('membership')
  return (
    <AccountProvider first={account} methods={methods}>
      <div className="py-10 sm:py-14">
        <h1 className="font-serif text-2xl font-semibold tracking-tight">Your account</h1>
        <p className="mt-3 mb-8 text-gray-600">
          Your picture, {hasMembership && 'your membership, '}how you sign in, and where you are signed in.
        </p>
        <PictureSection />
        {hasMembership && <MembershipSection membership={membership} hasPayments={hasPayments} />}
        {basket && <BerriesSection basket={basket} />}
        <FirstStepsSection />
        {methods.service ? (
          <ServiceSection url={methods.service} />
        ) : (
          <>
            <EmailSection />
            <PasswordSection />
            <TwoStepSection />
            <PasskeysSection />
            <LinkedSection />
          </>
        )}
        <SessionsSection />
        <ShortcutsSection />
        <BlockedSection unwanted={unwanted} />
        <DeleteSection membership={membership} basket={basket} owed={owed} />
      </div>
    </AccountProvider>
  )
}
