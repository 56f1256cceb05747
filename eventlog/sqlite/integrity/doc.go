// Package integrity compares a log's database with itself: its pages and indexes as SQLite sees
// them, its tables with the statements that made them, and the index of streams with the events.
//
// It does not verify events, and repairs nothing.
package integrity
