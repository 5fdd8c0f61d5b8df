// The texts of docs/product/texts.md#fixed-texts, to the letter. One place, so that a form, the server and a test agree.
import { firstViewMessages } from './first-view-messages.ts'
import { UPLOAD } from './limits.ts'

export const messages = {
  ...firstViewMessages,

  fillAllFields: 'Please fill in all fields',
  passwordTooShort: 'Password must be at least 6 characters long',
  passwordsDoNotMatch: 'Passwords do not match',
  acceptTerms: 'Please accept the Terms of Service and Privacy Policy',
  noToken: 'No authentication token found',
  invalidResetLink: 'Invalid reset link. Please request a new password reset.',
  resetLinkExpired: 'This reset link is invalid or has expired.',

  loginFailed: 'Failed to login. Please check your credentials.',
  loginSucceeded: 'Login successful!',
  registerFailed: 'Failed to register. Please try again.',
  resetEmailFailed: 'Failed to send reset email. Please try again.',
  resetEmailSent: 'Password reset link has been sent to your email address.',
  passwordUpdateFailed: 'Failed to update password. Please try again.',
  passwordUpdated: 'Password updated successfully!',
  profileSaved: 'Profile updated successfully!',
  profileFailed: 'Failed to update profile. Please try again.',
  passwordResetFailed: 'Failed to reset password. Please try again.',
  passwordReset: 'Password has been reset successfully. You can now login with your new password.',

  googleError: (error: string) => `Google OAuth error: ${error}`,
  tokenAuthenticationFailed: 'Token authentication failed',
  googleNothingReceived: 'No authentication token or code received from Google',
  googleFailed: 'Failed to authenticate with Google',
  googleSignInFailed: 'Failed to sign in with Google',
  googleSignedIn: 'Successfully signed in with Google!',

  citySaveFailed: 'Failed to save location data',
  locationFailed: (reason: string) => `Error getting location: ${reason}`,
  noGeolocation: 'Geolocation is not supported by this browser.',
  locationSaveUnknown: 'Unknown error saving location',
  locationRequestUnknown: 'Unknown error requesting location',

  myEventsFailed: 'Failed to load your events. Please try again.',
  myBookingsFailed: 'Failed to load your bookings. Please try again.',

  fillRequiredFields: 'Please fill in all required fields',
  fieldRequired: 'Field required for form completion',
  endBeforeStart: 'End time must be after start time',
  bookingUrlNeeded: 'Please give the address where people book, such as https://tickets.example.org/1',
  closesAfterEnd: 'Booking must close before the event ends',
  onlyFreeEvents: 'Only free events can be created for now',
  eventCreateFailed: 'Failed to create event',
  eventCreated: 'Event created successfully!',
  eventUpdateFailed: 'Failed to update event',
  eventUpdated: 'Event updated successfully!',
  eventChanged: 'Someone else has changed this event. Please reload and try again.',
  eventLoadFailed: 'Failed to load event data',

  imageUploadFailed: 'Failed to upload image',
  imageUploaded: 'Image uploaded successfully!',
  invalidFileType: `Invalid file type. Allowed types: ${UPLOAD.typeNames}`,
  fileTooLarge: 'File too large. Maximum size: 5MB',
  resizedTooLarge: 'Resized file still too large. Maximum size: 2MB',
  onlyFirstFrame: 'Only the first frame of an animated picture is kept.',
  uploadInvalidResponse: 'Invalid response from server',
  uploadNoUrl: 'Failed to get upload URL from server',
  uploadNoKey: 'Failed to get file key from server',
  uploadForbidden: 'Permission denied. Check your AWS credentials and bucket permissions.',
  uploadNotFound: 'S3 service not found. Please check your backend configuration.',
  uploadServerError: (status: number, message?: string) => `Server error: ${status} - ${message ?? 'Unknown error'}`,

  searchQueryRequired: 'Search query is required',
} as const
