// The texts of specification §5 and §8 and of the decisions, written out a second time: whoever changes a letter on one
// side is told by the other.
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from './errors.ts'
import { messages } from './messages.ts'

type TextName = {
  [Name in keyof typeof messages]: (typeof messages)[Name] extends string ? Name : never
}[keyof typeof messages]

const VALIDATION: [TextName, string][] = [
  ['fillAllFields', 'Please fill in all fields'],
  ['passwordTooShort', 'Password must be at least 6 characters long'],
  ['passwordsDoNotMatch', 'Passwords do not match'],
  ['acceptTerms', 'Please accept the Terms of Service and Privacy Policy'],
  ['noToken', 'No authentication token found'],
  ['invalidResetLink', 'Invalid reset link. Please request a new password reset.'],
  ['fillRequiredFields', 'Please fill in all required fields'],
  ['fieldRequired', 'Field required for form completion'],
  ['endBeforeStart', 'End time must be after start time'],
  ['onlyFreeEvents', 'Only free events can be created for now'],
  ['searchQueryRequired', 'Search query is required'],
  ['invalidFileType', 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'],
  ['fileTooLarge', 'File too large. Maximum size: 5MB'],
  ['resizedTooLarge', 'Resized file still too large. Maximum size: 2MB'],
]

const ACCOUNTS: [TextName, string][] = [
  ['loginFailed', 'Failed to login. Please check your credentials.'],
  ['loginSucceeded', 'Login successful!'],
  ['registerFailed', 'Failed to register. Please try again.'],
  ['resetEmailFailed', 'Failed to send reset email. Please try again.'],
  ['resetEmailSent', 'Password reset link has been sent to your email address.'],
  ['passwordUpdateFailed', 'Failed to update password. Please try again.'],
  ['passwordUpdated', 'Password updated successfully!'],
  ['passwordResetFailed', 'Failed to reset password. Please try again.'],
  ['passwordReset', 'Password has been reset successfully. You can now login with your new password.'],
  ['tokenAuthenticationFailed', 'Token authentication failed'],
  ['googleNothingReceived', 'No authentication token or code received from Google'],
  ['googleFailed', 'Failed to authenticate with Google'],
  ['googleSignInFailed', 'Failed to sign in with Google'],
  ['googleSignedIn', 'Successfully signed in with Google!'],
]

const LOCATION: [TextName, string][] = [
  ['citySaveFailed', 'Failed to save location data'],
  ['noGeolocation', 'Geolocation is not supported by this browser.'],
  ['locationSaveUnknown', 'Unknown error saving location'],
  ['locationRequestUnknown', 'Unknown error requesting location'],
]

const EVENTS: [TextName, string][] = [
  ['eventsFailed', 'Failed to fetch events.'],
  ['noEvents', 'No events available.'],
  ['eventIdRequired', 'Event ID is required'],
  ['eventNotFound', 'Event not found'],
  ['eventFailed', 'Failed to load event details'],
  ['myEventsFailed', 'Failed to load your events. Please try again.'],
  ['myBookingsFailed', 'Failed to load your bookings. Please try again.'],
  ['eventCreateFailed', 'Failed to create event'],
  ['eventCreated', 'Event created successfully!'],
  ['eventUpdateFailed', 'Failed to update event'],
  ['eventUpdated', 'Event updated successfully!'],
  ['eventLoadFailed', 'Failed to load event data'],
  ['searchSoon', 'Search functionality is coming soon!'],
  ['shareSoon', 'Share feature coming soon!'],
  ['favouritesSoon', 'Add to favorites feature coming soon!'],
]

const UPLOADS: [TextName, string][] = [
  ['imageUploadFailed', 'Failed to upload image'],
  ['imageUploaded', 'Image uploaded successfully!'],
  ['uploadInvalidResponse', 'Invalid response from server'],
  ['uploadNoUrl', 'Failed to get upload URL from server'],
  ['uploadNoKey', 'Failed to get file key from server'],
  ['uploadForbidden', 'Permission denied. Check your AWS credentials and bucket permissions.'],
  ['uploadNotFound', 'S3 service not found. Please check your backend configuration.'],
  ['networkError', 'Network error. Please check your internet connection.'],
]

describe.each([
  ['a form that is not filled in rightly', VALIDATION],
  ['signing in and passwords', ACCOUNTS],
  ['the location', LOCATION],
  ['events', EVENTS],
  ['uploads', UPLOADS],
])('the words for %s', (_what, rows) => {
  test.each(rows)('%s: %s', (name, text) => {
    expect(messages[name]).toBe(text)
  })
})

test('words with a reason in them', () => {
  expect(messages.googleError('access_denied')).toBe('Google OAuth error: access_denied')
  expect(messages.locationFailed('Timeout expired')).toBe('Error getting location: Timeout expired')
  expect(messages.uploadServerError(502, 'Bad gateway')).toBe('Server error: 502 - Bad gateway')
  expect(messages.uploadServerError(500)).toBe('Server error: 500 - Unknown error')
})

const ANSWERS: [ErrorCode, number, string][] = [
  ['email_taken', 409, 'An account with this email already exists'],
  ['invalid_credentials', 401, 'Invalid email or password'],
  ['reset_link_invalid', 400, 'This reset link is invalid or has expired.'],
  ['current_password_wrong', 400, 'Current password is incorrect'],
  ['google_failed', 401, 'Failed to authenticate with Google'],
  ['event_not_found', 404, 'Event not found'],
  ['only_free_events', 400, 'Only free events can be created for now'],
  ['capacity_below_sold', 409, 'Capacity cannot be lower than the 7 tickets already sold'],
  ['sold_out', 409, 'This event is sold out'],
  ['too_few_left', 409, 'Only 7 tickets left'],
  ['event_ended', 409, 'This event has ended'],
  ['invalid_file_type', 400, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'],
  ['file_too_large', 413, 'File too large. Maximum size: 5MB'],
]

test.each(ANSWERS)('%s answers %i: %s', (code, status, text) => {
  const { statusCode, message } = new AppError(code, { values: { n: 7 } })
  expect({ statusCode, message }).toEqual({ statusCode: status, message: text })
})
