"""Words that are no names of tables, columns or routines."""
from __future__ import annotations


def _words(text: str) -> frozenset[bytes]:
    return frozenset(text.upper().encode().split())


NOT_COLUMNS = _words("constraint primary foreign unique check key index exclude like fulltext spatial period partition inherits as select")

NO_NAMES = _words("on as is if using for from to")

KEYWORDS = _words(
    """select insert update delete merge from where group order by having limit offset fetch union all except intersect minus distinct
    values into set on using and or not in is null as with recursive case when then else end exists any some between like ilike
    rlike regexp similar to escape create alter drop table view index if replace temporary temp primary foreign key references unique check
    constraint default cascade restrict no action only lateral join inner outer left right full cross natural apply
    begin declare return returns returning language function procedure proc trigger package body before after instead of for each row
    statement execute exec call perform do loop while repeat until exit continue raise open close cursor
    over partition window rows range filter within array row interval cast convert_to
    int integer smallint bigint tinyint mediumint serial bigserial decimal numeric number float real double precision money bit boolean bool
    char character varchar varchar2 nvarchar nvarchar2 nchar text ntext tinytext mediumtext longtext clob nclob blob bytea binary varbinary
    raw image date time datetime datetime2 smalldatetime datetimeoffset timestamp timestamptz timetz year enum json jsonb xml
    uuid uniqueidentifier varying zone
    type tablespace engine charset collate generated always identity auto_increment autoincrement include storage options nowait
    analyze outfile dumpfile grant revoke truncate add column rename pragma use go print elsif elseif try catch throw output
    out inout cluster hash btree gin gist brin list less than maxvalue first last next prior nothing conflict stdin stdout top percent
    bulk collect dual current user session global local set nolock readuncommitted holdlock rowlock updlock tran transaction of public role
    authorization clustered nonclustered true false unknown self varray record"""
)
